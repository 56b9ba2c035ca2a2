-- Where the parts of the installation may call. Of the installation, no more of each cluster: what the environment and the
-- operator say takes effect at once.
alter table installation
  -- While there is one organization: whether it may call this very machine.
  add column egress_loopback boolean not null default true,
  -- [{address, port, tenantId}]. Null: nobody has decided, which the second organization needs.
  add column egress_rules jsonb;

-- Whose owners run the installation: the organization of the first run.
alter table tenants add column operator boolean not null default false;
update tenants set operator = true where (select count(*) from tenants) = 1;

-- Installations with several organizations keep what their pipelines need today, for the operator to narrow.
update installation set egress_rules = '[
  {"address": "10.0.0.0/8", "port": null, "tenantId": null},
  {"address": "172.16.0.0/12", "port": null, "tenantId": null},
  {"address": "192.168.0.0/16", "port": null, "tenantId": null},
  {"address": "100.64.0.0/10", "port": null, "tenantId": null},
  {"address": "fc00::/7", "port": null, "tenantId": null}
]'
where (select count(*) from tenants) > 1 and exists (select 1 from clusters where egress_mode = 'open');

alter table clusters drop column egress_mode, drop column egress_allowed;
