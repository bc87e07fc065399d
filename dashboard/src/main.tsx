import './components/mantine.css';
import './app/dashboard.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadMissingStyles } from './app/missing-styles.ts';
import { Providers } from './app/providers.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
loadMissingStyles();
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);
