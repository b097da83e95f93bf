-- Calendar feeds of clients and numbers find appointments by their time, those that have ended too.

create index ticket_appointments_by_beginning on ticket_appointments (from_at, ticket_id);
