import './app/mantine.css';
import './app/dashboard.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';

// Most people come for the list: it is on its way while the session is asked for.
if (/\/(?:links)?$/.test(location.pathname)) void import('./features/links/links-page.tsx');

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);
