import { QRCodeSVG } from 'qrcode.react';
import { CopyButton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { mfaTexts } from './texts.ts';

/** Specification 9: size, error correction level and least version of the QR code. */
const qr = { size: 90, level: 'L', minVersion: 1 } as const;

/** What an authenticator needs: the QR code to scan, and the key to type. */
export function SecretView({ secretKey, url }: { readonly secretKey: string; readonly url: string }) {
  const t = useTexts(mfaTexts);
  const grouped = secretKey.replace(/(.{4})(?=.)/g, '$1 ');
  return (
    <div className="flex gap-4 items-center">
      <div className="flex-none rounded-md bg-[#fff] p-2.5 border">
        <QRCodeSVG value={url} {...qr} title={t('qr')} role="img" aria-label={t('qr')} />
      </div>
      <div className="min-w-0">
        <p>{t('scan')}</p>
        <p className="ui-hint mt-2">{t('orKey')}</p>
        <div className="flex items-center gap-1">
          <code className="ui-mono text-xs wrap-anywhere select-all" aria-label={t('key')}>
            {grouped}
          </code>
          <CopyButton text={secretKey} label={t('copyKey')} />
        </div>
      </div>
    </div>
  );
}
