import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const affectedModules = ['projects']

/** Makes a writing call, after which everything shown of properties is read again; see the kit's. */
export const useWrite = () => useWriteOf(affectedModules)
