-- The calendar feeds of clients find their appointments, the canceled ones too, by the time.

create index ticket_appointments_of_feeds on ticket_appointments (from_at, ticket_id);
