/** A request body as Stripe's servers read it: `items[0][price]=x` becomes nested objects and lists. */
export type FormValue = string | FormObject | FormValue[];
export interface FormObject {
  [key: string]: FormValue | undefined;
}

/** Reads an `application/x-www-form-urlencoded` body or query with bracketed names. */
export function parseForm(text: string): FormObject {
  const root: FormObject = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [name.replace(/\[.*$/s, ''), ...matchBrackets(name)];
    let node = root;
    path.slice(0, -1).forEach((key) => {
      node = (node[key] ??= {}) as FormObject;
    });
    node[path.at(-1) ?? ''] = value;
  }
  return toLists(root) as FormObject;
}

function matchBrackets(name: string): string[] {
  return [...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '');
}

function toLists(value: FormValue | undefined): FormValue {
  if (value === undefined || typeof value === 'string') return value ?? '';
  if (Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, toLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d*$/.test(key));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

export function readText(form: FormObject, key: string): string | undefined {
  const value = form[key];
  return typeof value === 'string' ? value : undefined;
}

export function readList(form: FormObject, key: string): FormValue[] {
  const value = form[key];
  return Array.isArray(value) ? value : [];
}

export function readObject(form: FormObject, key: string): FormObject {
  const value = form[key];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}
