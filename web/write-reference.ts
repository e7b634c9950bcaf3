import {
  ReflectionKind,
  type Comment,
  type CommentDisplayPart,
  type DeclarationReflection,
  type ProjectReflection,
  type SignatureReflection,
} from 'typedoc';

interface Entry {
  module: string;
  /** The module's path in the package's types, without its extension. */
  types: string;
}

/** Functions first: they are what one looks for. */
const order = [
  ReflectionKind.Function,
  ReflectionKind.Variable,
  ReflectionKind.Class,
  ReflectionKind.Interface,
  ReflectionKind.TypeAlias,
];

const kinds: Partial<Record<ReflectionKind, string>> = {
  [ReflectionKind.Function]: 'function',
  [ReflectionKind.Class]: 'class',
  [ReflectionKind.Interface]: 'interface',
  [ReflectionKind.TypeAlias]: 'type',
  [ReflectionKind.Variable]: 'constant',
};

/** Prose as Markdown: what looks like an element is none, outside of code. */
function prose(parts: readonly CommentDisplayPart[] | undefined): string {
  const text = (parts ?? []).map(({ kind, text: part }) =>
    kind === 'code' ? part : part.replaceAll('<', '\\<'),
  );
  return text.join('').trim();
}

const summaryOf = (comment: Comment | undefined): string => prose(comment?.summary);

/** In a table's cell. */
const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();

const code = (text: string): string => `\`${text.replaceAll(/\s+/g, ' ')}\``;

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`;
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  if (rows.length === 0) return '';
  return [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');
}

function signatureText(name: string, signature: SignatureReflection): string {
  const parameters = (signature.parameters ?? []).map((parameter) => {
    const isOptional = parameter.flags.isOptional || parameter.defaultValue !== undefined;
    return `${parameter.name}${isOptional ? '?' : ''}: ${parameter.type?.toString() ?? 'unknown'}`;
  });
  const generic = (signature.typeParameters ?? []).map(
    (parameter) =>
      `${parameter.name}${parameter.type ? ` extends ${parameter.type.toString()}` : ''}`,
  );
  const types = generic.length > 0 ? `<${generic.join(', ')}>` : '';
  return `${name}${types}(${parameters.join(', ')}): ${signature.type?.toString() ?? 'void'}`;
}

function memberRows(children: readonly DeclarationReflection[]): string[][] {
  return children
    .filter(({ flags, kind, name }) => {
      const isHidden = flags.isPrivate || flags.isInherited || kind === ReflectionKind.Constructor;
      return !isHidden && !name.startsWith('#') && !name.startsWith('[');
    })
    .map((child) => {
      const [signature] = child.signatures ?? [];
      const optional = child.flags.isOptional ? '?' : '';
      const type = signature
        ? signatureText(child.name, signature)
        : `${child.name}${optional}: ${child.type?.toString() ?? child.getSignature?.type?.toString() ?? 'unknown'}`;
      return [
        code(type),
        summaryOf(signature?.comment ?? child.comment ?? child.getSignature?.comment),
      ];
    });
}

/** Members of an interface, a class or a type that is written as an object. */
function membersOf({ children, type }: DeclarationReflection): readonly DeclarationReflection[] {
  if (children) return children;
  return type?.type === 'reflection' ? (type.declaration.children ?? []) : [];
}

/** How a function is called, or a constant that is one. */
function signaturesOf({ signatures, type }: DeclarationReflection): readonly SignatureReflection[] {
  if (signatures) return signatures;
  return type?.type === 'reflection' ? (type.declaration.signatures ?? []) : [];
}

/** Its place in `order`. */
function rankOf(declaration: DeclarationReflection): number {
  return signaturesOf(declaration).length > 0 ? 0 : order.indexOf(declaration.kind);
}

function describe(declaration: DeclarationReflection, heading: string): string {
  const { kind, name, type, comment, extendedTypes } = declaration;
  const signatures = signaturesOf(declaration);
  const parts = [`### ${heading}`];
  for (const signature of signatures) {
    parts.push(`\`\`\`ts\n${signatureText(name, signature)}\n\`\`\``, summaryOf(signature.comment));
  }
  const members = membersOf(declaration);
  const isPlainType = signatures.length === 0 && members.length === 0 && type;
  if (isPlainType) parts.push(`\`\`\`ts\n${kinds[kind]} ${name}: ${type.toString()}\n\`\`\``);
  if (extendedTypes)
    parts.push(`Extends ${extendedTypes.map((each) => code(each.toString())).join(', ')}.`);
  parts.push(summaryOf(comment));
  if (signatures.length === 0) parts.push(table(['name', 'what it is'], memberRows(members)));
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The reference of all entries as Markdown. Names that an entry has from another one are described there. */
export function writeReference(project: ProjectReflection, entries: readonly Entry[]): string {
  const modules = new Map(
    project.getChildrenByKind(ReflectionKind.Module).map((each) => [each.name, each]),
  );
  return entries
    .map(({ module, types }, index) => {
      const found = modules.get(types) ?? modules.get(types.replace(/\/index$/, ''));
      if (!found) throw new Error(`${module} is not described: ${[...modules.keys()].join(', ')}`);
      const own = (found.children ?? [])
        .filter(({ kind }) => kind in kinds)
        .toSorted((a, b) => rankOf(a) - rankOf(b));
      const sections = own.map((declaration) => {
        const { name } = declaration;
        return describe(declaration, index === 0 ? name : `${name} (${module})`);
      });
      return [`## ${module}`, summaryOf(found.comment), ...sections]
        .filter((part) => part !== '')
        .join('\n\n');
    })
    .join('\n\n');
}
