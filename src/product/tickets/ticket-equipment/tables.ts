declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_equipment: TicketEquipmentTable;
  }
}

interface TicketEquipmentTable {
  ticket_id: number;
  equipment_id: number;
}
