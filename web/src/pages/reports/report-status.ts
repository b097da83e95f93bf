import type { PortalReport } from '../../contract/schemas.ts';

export type ReportStatus = PortalReport['status'];

export const reportStatuses: readonly ReportStatus[] = ['open', 'accepted', 'merged', 'dismissed'];

/** Whether it is a status of reports. */
export const isReportStatus = (value: unknown): value is ReportStatus => reportStatuses.some((status) => status === value);

/** The parameter of the address, unless it is none or the default. */
export const reportStatusParameter = (value: unknown): { status?: ReportStatus } =>
  isReportStatus(value) && value !== 'open' ? { status: value } : {};
