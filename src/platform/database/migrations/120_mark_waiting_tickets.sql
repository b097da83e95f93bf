-- Few tickets were ever on hold or handed back: lists look these up for marked tickets only, too (115_ticket_additions.sql).
create trigger ticket_holds_mark after insert on ticket_holds for each row execute function mark_ticket_with_additions();
create trigger ticket_hand_backs_mark after insert on ticket_hand_backs for each row execute function mark_ticket_with_additions();
