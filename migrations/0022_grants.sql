-- What the role of requests may do, as the migrations have granted it; noted after each of them. A database brought back
-- on a server that did not know the role has lost these grants: the start compares, and repeats what is missing.
create table kernel.request_grant (
  kind text not null,
  object text not null,
  privilege text not null,
  primary key (kind, object, privilege)
);
