import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { codecs } from '../../src/codecs.ts';
import { insidePackages, standardText } from './inside-packages.ts';

/** The licenses of what is inside, as their texts ask, and the list of it. */
export async function writeLicenses(engine: string, dist: string): Promise<void> {
  const folder = join(dist, 'licenses');
  await mkdir(folder, { recursive: true });
  await cp(join(engine, '../LICENSE'), join(dist, 'LICENSE'));
  for (const { package: name, license } of codecs) {
    if (!name) continue;
    const root = dirname(findPackageJSON(name, import.meta.url)!);
    const files = (await readdir(root, { recursive: true })).filter((file) =>
      /license(\.codec|-\w+)?(\.md|\.txt)?$/i.test(file),
    );
    const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
    const inside = (insidePackages[name] ?? []).map(
      (part) =>
        `Contains ${part.name}\n${part.notice}\n\n${part.license.map(standardText).join('\n\n')}`,
    );
    const text = [`${name}: ${license}`, ...new Set(texts), ...inside].join('\n\n');
    await writeFile(join(folder, `${name.replace('/', '-')}.txt`), text);
  }
  await writeFile(join(dist, 'INSIDE.md'), listCodecs());
}

function listCodecs(): string {
  const rows = codecs.map(({ name, does, version, license, source }) => {
    const linked = source === null ? name : `[${name}](${source})`;
    return `| ${linked} | ${version} | ${license} | ${does} |`;
  });
  return `# What is inside

| part | version | license | used for |
| --- | --- | --- | --- |
${rows.join('\n')}

The texts of the licenses are in the folder \`licenses\`. Nothing is fetched or run when the package is installed.
`;
}
