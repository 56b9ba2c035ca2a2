-- Dates were taken as they came: one beyond the calendar stopped the alerts of its tenant and the pages that show it. What is beyond
-- becomes the nearest moment from 1970 to 9999, and nothing beyond is stored any more.
alter table secrets no force row level security;
alter table auth_tokens no force row level security;
update secrets set expires_at = least(greatest(expires_at, 0), 253402300799999) where expires_at not between 0 and 253402300799999;
update auth_tokens set expires_at = least(greatest(expires_at, 0), 253402300799999) where expires_at not between 0 and 253402300799999;
alter table secrets add constraint secrets_expires_at_bounds check (expires_at between 0 and 253402300799999);
alter table auth_tokens add constraint auth_tokens_expires_at_bounds check (expires_at between 0 and 253402300799999);
alter table secrets force row level security;
alter table auth_tokens force row level security;
