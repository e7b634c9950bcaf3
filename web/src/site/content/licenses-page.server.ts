import { type Lock, listShippedPackages } from './shipped-packages.ts';

const locks = import.meta.glob<string>('/../package-lock.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Appends a row for every shipped package to the last table of a page. */
export function addShippedPackages(html: string): string {
  const [lock] = Object.values(locks);
  if (lock === undefined) throw new Error('package-lock.json was not found');
  const rows = listShippedPackages(JSON.parse(lock) as Lock)
    .map(({ name, version, license }) => [name, version, license])
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`);
  const end = html.lastIndexOf('</tbody>');
  if (end < 0) throw new Error('the page about licenses has no table');
  return html.slice(0, end) + rows.join('') + html.slice(end);
}
