import { useState } from 'react';
import { readChoices } from '../../../site/browser/choices.ts';
import { readSettings, rememberSettings } from './settings.ts';
import { type ConverterOptions, defaultOptions, type ToolKind } from '../tools.ts';

/** The options of one tool, remembered in this browser. */
export function useSettings(
  tool: ToolKind,
): [ConverterOptions, (options: ConverterOptions) => void] {
  const [options, setOptions] = useState(() => recall(tool));
  return [
    options,
    (next) => {
      setOptions(next);
      try {
        if (readChoices(localStorage).settings) rememberSettings(localStorage, tool, next);
      } catch {
        // Storage can be full or forbidden; the settings then last as long as the page.
      }
    },
  ];
}

function recall(tool: ToolKind): ConverterOptions {
  try {
    return readSettings(localStorage, tool);
  } catch {
    return defaultOptions(tool);
  }
}
