// <stillpix-drop>: a place to drop or choose photos, which gives converted ones.
import { convert } from '../index.ts';
import type { ConvertOptions, ConvertResult, OutputFormat } from '../options.ts';

/** The `detail` of the events `stillpix-result` and `stillpix-error`. */
export interface DropDetail {
  file: File;
  /** With `stillpix-result`. */
  result?: ConvertResult;
  /** With `stillpix-error`: an EngineError. */
  error?: unknown;
}

const style = `:host{display:block}:host([hidden]){display:none}
label{display:block;box-sizing:border-box;padding:2rem 1rem;border:2px dashed;border-radius:.75rem;text-align:center;cursor:pointer}
label:focus-within{outline:3px solid Highlight;outline-offset:2px}
:host([over]) label{border-style:solid}:host([disabled]) label{opacity:.6;cursor:default}
input{position:absolute;width:1px;height:1px;opacity:0}output{display:block;min-height:1.5em}`;

/** On a server there are no elements, and nothing to extend. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? Object;

/**
 * Attributes: `label` (what is asked for), `format`, `quality`, `metadata`, `multiple`, `disabled`, and for
 * other languages than English `working`, `done` and `failed` (`{n}` and `{all}` are numbers in them). Events: `stillpix-result` and
 * `stillpix-error`, one a photo, which bubble. `::part(area)` and `::part(status)` are for styles.
 */
class StillpixDrop extends Base {
  readonly #input: HTMLInputElement;
  readonly #status: HTMLOutputElement;
  readonly #text: HTMLSpanElement;
  #job = new AbortController();

  static observedAttributes = ['label', 'multiple', 'disabled', 'accept'];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    this.#text = document.createElement('span');
    const label = document.createElement('label');
    label.part.add('area');
    this.#input = document.createElement('input');
    this.#input.type = 'file';
    this.#input.addEventListener('change', () => {
      void this.convertFiles(this.#input.files ?? []);
      this.#input.value = '';
    });
    this.#status = document.createElement('output');
    this.#status.part.add('status');
    label.append(this.#input, this.#text);
    root.append(label, this.#status);
    this.addEventListener('dragover', (event) => {
      event.preventDefault();
      this.toggleAttribute('over', !this.#input.disabled);
    });
    this.addEventListener('dragleave', () => this.removeAttribute('over'));
    this.addEventListener('drop', (event) => {
      event.preventDefault();
      this.removeAttribute('over');
      if (!this.#input.disabled) void this.convertFiles(event.dataTransfer?.files ?? []);
    });
  }

  attributeChangedCallback(): void {
    this.#text.textContent = this.getAttribute('label') ?? 'Choose photos or drop them here';
    this.#input.multiple = this.hasAttribute('multiple');
    this.#input.disabled = this.hasAttribute('disabled');
    this.#input.accept = this.getAttribute('accept') ?? 'image/*,.heic,.heif,.avif';
  }

  connectedCallback(): void {
    this.attributeChangedCallback();
    if (this.#job.signal.aborted) this.#job = new AbortController();
  }

  disconnectedCallback(): void {
    this.#job.abort();
  }

  /** Converts files as if they had been dropped. Resolves when all events are sent. */
  async convertFiles(files: Iterable<File>): Promise<void> {
    const { signal } = this.#job;
    const all = this.#input.multiple ? [...files] : [...files].slice(0, 1);
    const counts = { n: 0, failed: 0 };
    const show = (name: string, text: string, n: number): void => {
      const said = this.getAttribute(name) ?? text;
      this.#status.value = said.replace('{n}', `${n}`).replace('{all}', `${all.length}`);
    };
    if (all.length > 0) show('working', 'Converting {n} of {all}', 1);
    await Promise.all(
      all.map(async (file) => {
        const detail: DropDetail = { file };
        try {
          detail.result = await convert(file, this.#options(), { signal });
        } catch (error) {
          detail.error = error;
          counts.failed++;
        }
        if (signal.aborted) return;
        counts.n++;
        if (counts.n < all.length) show('working', 'Converting {n} of {all}', counts.n + 1);
        else if (counts.failed > 0) show('failed', '{n} of {all} failed', counts.failed);
        else show('done', '{all} converted', all.length);
        const type = detail.result ? 'stillpix-result' : 'stillpix-error';
        this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
      }),
    );
  }

  #options(): ConvertOptions {
    const quality = this.getAttribute('quality');
    return {
      format: (this.getAttribute('format') ?? 'jpeg') as OutputFormat,
      metadata: (this.getAttribute('metadata') ?? 'keep') as 'keep',
      ...(quality && { quality: Number(quality) }),
    };
  }
}

export type { StillpixDrop };

/** Makes `<stillpix-drop>` known to the page. Does nothing on a server, and nothing the second time. */
export function defineStillpixDrop(name = 'stillpix-drop'): void {
  if (globalThis.customElements && !customElements.get(name))
    customElements.define(name, StillpixDrop);
}
