/** The names and paths of the occupancy module that server, screens and the start of the app share. */
export const occupancyFacts = {
  name: 'occupancy',
  label: 'Occupancy month',
  module: 'Occupancy',
  permission: 'Occupancy',
  /** The worksheet of a user by id; 0 means the caller. */
  worksheet: '/occupancy/list/:id',
  queue: '/occupancy/list/0',
  open: '/occupancy/view/:projectId/:projectOccupancyId',
} as const

/** Returns the path to the list of months of one property. */
export const getMonthListPath = ({ propertyId }: { propertyId?: number | null }): string =>
  `/occupancy/list/project/${propertyId}`

/** Returns the path to one month of a property. */
export const getMonthPath = (propertyId: number, projectOccupancyId: number): string =>
  `/occupancy/view/${propertyId}/${projectOccupancyId}`
