export interface Peer {
  version: string;
  tickets: number;
  connections: number;
  workers: number;
  list: { service: number[]; peer: number[] };
  create: { service: number[]; peer: number[] };
  /** what could not be made equal */
  notes: string;
}
