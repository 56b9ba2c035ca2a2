import { AppError } from '@acequia/base';
import { brokenPasswordRules } from '@acequia/domain';
import { isCommonPassword } from './common-passwords.ts';

/** Throws AUTH.PASSWORD_RULES or AUTH.PASSWORD_COMMON; `own` are words of the user that a password may not be made of. */
export function assertPassword(password: string, own: readonly string[]): void {
  const broken = brokenPasswordRules(password);
  if (broken.length > 0) throw new AppError('AUTH.PASSWORD_RULES', { fields: { password: broken.join(',') } });
  if (isCommonPassword(password, own)) throw new AppError('AUTH.PASSWORD_COMMON', { fields: { password: 'common' } });
}
