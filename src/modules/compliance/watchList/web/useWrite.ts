import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const shown = ['watchlist', 'watchlisthistory']

/** Makes a writing call, after which the watch list is read again. */
export const useWrite = (options?: Parameters<typeof useWriteOf>[1]) => useWriteOf(shown, options)
