/** The path of a task's screen. */
export const taskPath = '/todolist/property/:propertyId/task/:taskInstanceId'

/** The path of the screen of a to-do that a person wrote; `:kind` is property or item. */
export const writtenPath = '/todolist/property/:propertyId/written/:kind/:id'
