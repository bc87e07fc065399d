import { table } from './table.js';

/** @param {import('../goals/goal.js').Goal[]} goals */
export function goalTable(goals) {
  return table(
    ['goal', 'limit', 'measured', 'met'],
    goals.map((goal) => [
      goal.goal,
      `${goal.sense} ${goal.show(goal.limit)}`,
      goal.measured === undefined ? '' : goal.show(goal.measured),
      verdict(goal),
    ]),
  );
}

/** Returns whether a goal is met, and by how much. */
function verdict({ measured, limit, sense }) {
  if (measured === undefined) return 'not measured';
  const over = sense === 'at most' ? measured / limit - 1 : 1 - measured / limit;
  const percent = Math.round(Math.abs(over) * 100);
  return over <= 0 ? `yes, ${percent} % to spare` : `**no, by ${percent} %**`;
}
