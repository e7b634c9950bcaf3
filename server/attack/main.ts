// `npm run attack`: what an attacker would try, against a product of its own on loopback.
import { attacks } from './attacks.ts';
import { startTarget } from './target.ts';

const target = await startTarget();
const rows: { attack: string; held: string; seen: string; seconds: string }[] = [];
try {
  for (const { name, run } of attacks) {
    const started = performance.now();
    const { held, seen } = await run(target).then(
      (found) => ({ held: 'yes', seen: found }),
      (error: unknown) => ({
        held: 'NO',
        seen: error instanceof Error ? error.message : String(error),
      }),
    );
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    rows.push({ attack: name, held, seen, seconds });
    console.log(`${held === 'yes' ? 'held' : 'NOT HELD'}  ${name}: ${seen} (${seconds} s)`);
  }
} finally {
  await target.end();
}
console.table(rows);
process.exit(rows.every(({ held }) => held === 'yes') ? 0 : 1);
