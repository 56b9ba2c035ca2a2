-- A reset by mail of the password holds back a reset by mail of the second factor: one mailbox does not take both at once.
alter table password_resets add column by_mail boolean not null default true;
alter table mfa_resets add column by_mail boolean not null default true;
-- When the password was set with a link of a mail; null: it was set otherwise since.
alter table credentials add column mailed_at bigint;

-- The tenant's word that a provider verifies addresses although its claims do not say so.
alter table openid_configs add column verifies_addresses boolean not null default false;
