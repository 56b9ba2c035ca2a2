import { parseTemplate } from '@acequia/event';

/**
 * Whether a path is one that a template may have given before tenants had folders, judged by its fixed beginning and end.
 * `own` and `ending` are what the node put behind each path. Those versions removed dots and doubled slashes from paths, so
 * only what certainly stayed of the fixed text counts.
 */
export function oldNames(source: string, own: string, ending: string): (path: string) => boolean {
  const template = parseTemplate(source);
  if (!template.ok) return () => false;
  const [first, last] = [template.value.parts.at(0), template.value.parts.at(-1)].map((part) => (part && 'text' in part ? part.text : ''));
  const certain = (text: string) => text.split(/\.{2,}|[/\\]\.?[/\\]|[/\\]\.|\\|\p{Cc}/u);
  const beginning = certain(first!.replace(/^[./\\]+/, ''))[0]!.replace(/[./\\]+$/, '');
  const stem = last!.endsWith(ending) ? last!.slice(0, last!.length - ending.length) : last!;
  const end = certain(stem)
    .at(-1)!
    .replace(/^[./\\]+/, '');
  return (path) => path.startsWith(beginning) && path.endsWith(end + own + ending);
}
