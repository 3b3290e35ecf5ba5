import type { PermissionKey } from '#kernel/model/access.ts'

declare module '#kernel/model/access.ts' {
  /** What the specification knows and no subject of the portal opens yet; the subject that comes takes its line along. */
  interface PermissionKeys {
    OperatingReserve: true
    EquityFigures: true
