import type { SVGProps } from 'react';
import { iconPaths, type IconName } from './paths.tsx';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  readonly name: IconName;
  /** px */
  readonly size?: number;
  /** Only when the icon stands alone and means something; else it is hidden from screen readers. */
  readonly label?: string;
}

export function Icon({ name, size = 16, label, className = '', ...rest }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={`ui-icon ${className}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      {...rest}
    >
      {iconPaths[name]}
    </svg>
  );
}

/** The mark: a sluice gate over two lines of water. */
export function Logo({ size = 20 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className="ui-logo" aria-hidden>
      <path d="M5 13V3M19 13V3M5 4h14M12 4v3" />
      <rect x="8.5" y="7" width="7" height="5.5" rx="1" fill="currentColor" stroke="none" />
      <path d="M3 17c1.5-1.4 3-1.4 4.5 0s3 1.4 4.5 0 3-1.4 4.5 0 3 1.4 4.5 0M3 21.2c1.5-1.4 3-1.4 4.5 0s3 1.4 4.5 0 3-1.4 4.5 0 3 1.4 4.5 0" />
    </svg>
  );
}
