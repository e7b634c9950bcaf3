/** What the tests need of a browser that Playwright does not drive. */
export interface OtherBrowser {
  goto(url: string): Promise<void>;
  /** Runs a function in the page, which may return a promise; answers travel as JSON. */
  evaluate<Argument, Answer>(
    run: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer>;
  /** Hands files of this machine to an input, as the browser's own picker would. */
  choose(input: string, paths: readonly string[]): Promise<void>;
  /** Clicks what the XPath finds, as the pointer would: it fails on what lies under something else. */
  click(xpath: string): Promise<void>;
  press(key: 'Enter' | 'Escape' | 'Tab'): Promise<void>;
  /** A picture of what is in sight, as PNG. */
  screenshot(): Promise<Uint8Array>;
  /** The folder that downloads end up in. */
  readonly downloads: string;
  close(): Promise<void>;
}

/** A browser that is running, in which tests open what knows nothing of each other. */
export interface OtherProgram {
  open(): Promise<OtherBrowser>;
  close(): Promise<void>;
}
