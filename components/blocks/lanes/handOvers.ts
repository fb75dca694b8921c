interface Role {
  _id: string
  name: string
}

/**
 * The lanes of a work that passes from role to role, in the order in which the roles first act, and the line through
 * its steps: each step is one unit along, each lane one unit aside, and the line turns halfway between two steps.
 */
export function handOvers(steps: readonly {role: Role}[]) {
  const roles = [...new Map(steps.map(({role}) => [role._id, role])).values()]
  const laneOf = ({_id}: Role) => roles.findIndex((role) => role._id === _id)
  const points = steps.map(({role}, index) => ({along: index + 0.5, aside: laneOf(role) + 0.5}))
  return {
    roles,
    laneOf,
    path: {
      down: points
        .map(({along, aside}, index) => (index === 0 ? `M${aside} ${along}` : `V${along - 0.5}H${aside}V${along}`))
        .join(''),
      across: points
        .map(({along, aside}, index) => (index === 0 ? `M${along} ${aside}` : `H${along - 0.5}V${aside}H${along}`))
        .join(''),
    },
  }
}
