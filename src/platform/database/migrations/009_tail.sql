-- Instances read in the journal what changed (src/outbound/live-updates/journal-poller.ts). That transactions told of it made
-- them commit one after the other.
drop trigger ticket_events_told on ticket_events;
drop function tell_of_tickets();
