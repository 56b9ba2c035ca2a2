-- States of the draft that another person, a later sitting or a restored version has written over.
alter table versions drop constraint versions_status_check;
alter table versions add constraint versions_status_check check (status in ('running', 'stopped', 'draft', 'archived', 'autosaved'));
