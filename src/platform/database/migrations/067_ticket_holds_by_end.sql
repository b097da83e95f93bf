-- Numbers of a range count the holds that ended in it, beside the open ones.

create index ticket_holds_by_end on ticket_holds (ended_at) where ended_at is not null;
