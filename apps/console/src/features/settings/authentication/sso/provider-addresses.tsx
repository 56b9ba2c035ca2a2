import { CopyButton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { ssoTexts } from './texts.ts';

/** Addresses to enter at the provider, each to copy. */
export function ProviderAddresses({ addresses }: { readonly addresses: readonly (readonly [name: string, url: string])[] }) {
  const t = useTexts(ssoTexts);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs font-medium text-muted">{t('tellProvider')}</h3>
      <dl className="rounded-md border bg-s2 px-3 py-1">
        {addresses.map(([name, url]) => (
          <div key={name} className="flex items-center gap-3 py-1">
            <dt className="w-28 flex-none text-muted">{name}</dt>
            <dd className="flex-1 min-w-0 flex items-center gap-3">
              <span className="ui-mono text-xs flex-1 min-w-0 wrap-anywhere">{url}</span>
              <CopyButton text={url} what="url" label={t('copyNamed', { name })} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
