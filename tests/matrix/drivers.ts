import type { Drivers } from './ways.ts'

const files = import.meta.glob<{ drivers: Drivers }>('./drivers/*.ts', { eager: true })

/** How the steps of each workflow are asked for: what the files of the folder say, one a module. */
export const drivers: Drivers = Object.assign({}, ...Object.values(files).map((file) => file.drivers))
