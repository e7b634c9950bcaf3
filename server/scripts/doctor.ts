// `npm run doctor`: checks what the server would run with, and says in words what is wrong.
import { examine } from '../src/admin/doctor.ts';

const findings = await examine(process.env);
const marks = { good: 'ok   ', note: 'note ', bad: 'WRONG' };
for (const { state, what, words } of findings) console.log(`${marks[state]}  ${what}: ${words}`);
process.exit(findings.some(({ state }) => state === 'bad') ? 1 : 0);
