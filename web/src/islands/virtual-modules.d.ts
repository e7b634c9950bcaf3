declare module 'virtual:package-reference' {
  const reference: {
    /** The reference of the npm package, in Markdown. */
    reference: string;
    /** Its files, except those for Node, with sizes in bytes. */
    sizes: { file: string; bytes: number; gzip: number }[];
  };
  export default reference;
}

declare module 'virtual:island-files' {
  /**
   * For each module of the browser's build, what a page that runs it has to load. Null in
   * development.
   */
  const files: Record<string, { scripts: string[]; styles: string[] }> | null;
  export default files;
}
