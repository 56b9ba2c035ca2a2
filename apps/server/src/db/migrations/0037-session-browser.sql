-- What a session's browser says it is, so people recognize their sessions.
alter table sessions add column user_agent text;
