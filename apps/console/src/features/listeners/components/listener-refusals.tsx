import type { RefusalReason } from '@acequia/base';
import { Note, Pairs } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { listenerTexts } from '../texts.ts';

/** Addresses that are named for one reason. */
const namedMax = 5;

const wordOf = {
  credentials: 'refusedCredentials',
  blocked: 'refusedBlocked',
  'client-certificate': 'refusedClientCertificate',
  tls: 'refusedTls',
  'not-allowed': 'refusedNotAllowed',
  'too-many': 'refusedTooMany',
  'address-full': 'refusedAddressFull',
  'proxy-header': 'refusedProxyHeader',
  request: 'refusedRequest',
  'too-large': 'refusedTooLarge',
  malformed: 'refusedMalformed',
} as const satisfies Readonly<Record<RefusalReason, string>>;

/** Whom the listener turned away within the last hour, and why; nothing while it turned nobody away. */
export function ListenerRefusals({ refusals }: { readonly refusals: NonNullable<Listener['refusals']> }) {
  const t = useTexts(listenerTexts);
  const format = useFormat();
  if (refusals.length === 0) return null;
  const total = refusals.reduce((sum, { count }) => sum + count, 0);
  const from = ({ count, addresses }: (typeof refusals)[number]) => {
    const named = addresses.slice(0, namedMax);
    const others = count - named.reduce((sum, each) => sum + each.count, 0);
    return [
      ...named.map((each) => `${each.address} (${format.number(each.count)})`),
      ...(others > 0 ? [t('refusedOthers', { number: format.number(others) })] : []),
    ].join(', ');
  };
  return (
    <div role="status">
      <Note tone="warning" title={t('refused', { count: total, number: format.number(total) })}>
        <Pairs pairs={refusals.map((each) => [t(wordOf[each.reason]), from(each)] as const)} />
      </Note>
    </div>
  );
}
