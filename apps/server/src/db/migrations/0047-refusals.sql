-- Whom a listener turned away within the last hour, by reason and address; null: nobody.
alter table health_parts add column refusals jsonb;
