-- A lookup is a part of a worker while a version that should be there has no table.
alter table health_parts
  drop constraint health_parts_kind_check,
  add constraint health_parts_kind_check check (kind in ('listener', 'pipeline', 'datasink', 'lookup'));
