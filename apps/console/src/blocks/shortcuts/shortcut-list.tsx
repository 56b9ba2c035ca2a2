import { Dialog, Kbd } from '@acequia/ui';

/** The list behind `?`: what a key does, and the key. */
export function ShortcutList({
  title,
  rows,
  onClose,
}: {
  readonly title: string;
  readonly rows: readonly { readonly text: string; readonly keys: readonly string[] }[];
  readonly onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title}>
      <table className="w-full" aria-label={title}>
        <tbody>
          {rows.map(({ text, keys }) => (
            <tr key={text}>
              <th scope="row" className="text-left font-normal leading-[30px]">
                {text}
              </th>
              <td className="text-right">
                {keys.map((key) => (
                  <span key={key} className="ml-1">
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
