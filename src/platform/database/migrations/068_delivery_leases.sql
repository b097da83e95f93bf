-- The lease of the attempt that is under way, another one for each attempt. The release before claims without it and leaves it as it
-- is, which the number of attempts tells.
alter table deliveries add column lease uuid;
