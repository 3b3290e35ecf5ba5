import { isChosen } from './chosen.ts'
import type { Drivers } from './ways.ts'

const files = import.meta.glob<{ drivers: Drivers }>('./drivers/*.ts', { eager: true })

/** The drivers that the suites use: of the modules they are about. */
export const chosenDrivers: Drivers = Object.assign(
  {},
  ...Object.entries(files).map(([file, { drivers }]) => (isChosen(file) ? drivers : {})),
)

/** How the steps of each workflow are asked for: what the files of the folder say, one a module. */
export const drivers: Drivers = Object.assign({}, ...Object.values(files).map((file) => file.drivers))
