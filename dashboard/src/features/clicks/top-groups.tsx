import { Paper, Text, Title, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { topGroupsQuery, type GroupOfLinks } from '../../api/clicks-query.ts';
import { useApp } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { TextLink } from '../../components/link.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { clicks as words } from '../../texts/clicks.ts';
import { number } from '../../texts/counted.ts';
import breakdown from './breakdown.module.css';
import type { View } from './view.ts';

const SHOWN = 6;

interface TopGroupsProps {
  readonly by: GroupOfLinks;
  readonly view: View;
  readonly refreshMs: number | false;
}

/** The tags or templates whose links have the most clicks in the period. */
export function TopGroups({ by, view, refreshMs }: TopGroupsProps) {
  const app = useApp();
  const { from, to, zone, filters } = view;
  const query = { from, to, time_zone: zone, limit: SHOWN };
  const groups = useQuery({
    ...topGroupsQuery(app, by, query),
    refetchInterval: refreshMs,
  });
  const { title, none } = words.groups[by];
  const { rows = [], counted_links: countedLinks, complete } = groups.data ?? {};
  const most = Math.max(1, ...rows.map(({ clicks }) => clicks));
  return (
    <Paper withBorder component="section" aria-label={title} className={breakdown.card ?? ''}>
      <div className={breakdown.head}>
        <Title order={2} size="h4">
          {title}
        </Title>
      </div>
      {filters.length > 0 && <Hint mb="xs">{words.topLinksUnfiltered}</Hint>}
      <QueryState query={groups} height={240} />
      {groups.data && rows.length === 0 && <Hint>{none}</Hint>}
      {rows.length > 0 && (
        <ul className={breakdown.rows}>
          {rows.map(({ name, clicks, opened, redeemed }) => (
            <Tooltip key={name} label={words.groupText(opened, redeemed)}>
              <li className={breakdown.row}>
                <span className={breakdown.bar} style={{ width: `${(clicks / most) * 100}%` }} />
                <TextLink
                  to="/$app/links"
                  params={{ app }}
                  search={by === 'tags' ? { tag: name } : { template: name }}
                  size="sm"
                  className={breakdown.name ?? ''}
                  aria-description={words.groupText(opened, redeemed)}
                >
                  <bdi>{name}</bdi>
                </TextLink>
                <Text span inherit className={breakdown.amount ?? ''}>
                  {number(clicks)}
                </Text>
              </li>
            </Tooltip>
          ))}
        </ul>
      )}
      {complete === false && countedLinks !== undefined && (
        <Hint size="xs">{words.someCounted(number(countedLinks))}</Hint>
      )}
    </Paper>
  );
}
