-- What the nightly count of documents found damaged: contents whose bytes are not those they are named by.

alter table file_census add column damaged text[] not null default '{}';
