declare module 'virtual:island-files' {
  /** For each module of the browser's build: what a page that runs it has to load. Null in development. */
  const files: Record<string, { scripts: string[]; styles: string[] }> | null;
  export default files;
}
