import type {Route} from '@/lib/routes'
import styles from './drawings.module.css'

/** A sketch of a page's subject. Decorative: the title says it. */
export function ModuleSketch({sketch}: {sketch: Sketch}) {
  return (
    <svg className={styles.drawing} viewBox="0 0 160 104" aria-hidden="true">
      {sketch.faint && <path className={styles.faint} d={sketch.faint} />}
      {sketch.ink && <path d={sketch.ink} />}
      <path className={`${styles.hue} ${styles.trace}`} d={sketch.hue} />
    </svg>
  )
}

/** Paths in a box of 160 × 104: objects in ink, details faint, what is measured or decided in the hue. */
interface Sketch {
  ink: string
  faint?: string
  hue: string
}

/** A car from the side, shared by several sketches. */
const car =
  'M14 74c-2-14 4-20 20-22 12-16 22-22 44-22 20 0 32 8 42 21 20 2 28 8 26 23h-14M116 74H56M36 74H14M48 52h62M80 31v43M36 74a10 10 0 0 0 20 0a10 10 0 0 0-20 0M112 74a10 10 0 0 0 20 0a10 10 0 0 0-20 0'

const person = (x: number, y: number) =>
  `M${x - 7} ${y}a7 7 0 1 0 14 0a7 7 0 1 0-14 0M${x - 14} ${y + 28}c0-12 6-18 14-18s14 6 14 18Z`

const sheet = 'M38 8h62l22 22v66H38ZM100 8v22h22'

/** One sketch per page. */
export const moduleSketches: Partial<Record<Route, Sketch>> = {
  '/limsPages/entrust': {ink: sheet, faint: 'M52 30h34M52 44h54M52 56h54M52 68h26', hue: 'm84 78 9 9 20-24'},
  '/limsPages/equipScheduling': {
    ink: 'M16 12h128v80H16ZM16 32h128',
    faint: 'M48 32v60M80 32v60M112 32v60M16 52h128M16 72h128',
    hue: 'M18 37h44v10H18ZM82 57h48v10H82ZM34 77h60v10H34Z',
  },
  '/limsPages/testExecution': {
    ink: 'M34 84h92v12H34ZM56 66h48v18H56ZM68 50h24v16H68Z',
    faint: 'M42 96v6M118 96v6M50 66l-8-6M110 66l8-6',
    hue: 'M16 26c8-24 12-24 20 0s12 24 20 0 12-24 20 0 12 24 20 0 12-24 20 0 12 24 20 0',
  },
  '/limsPages/equipManagement': {
    ink: 'M30 60a50 50 0 0 1 100 0v36H30ZM80 60m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0',
    faint: 'M40 60h8M52 32l6 6M80 20v8M108 32l-6 6M120 60h-8M46 84h68',
    hue: 'm83 56 24-26M94 14a50 50 0 0 1 35 38',
  },
  '/limsPages/record': {
    ink: 'M30 8h100v88H30ZM48 8v88',
    faint: 'M60 24h58M60 38h58M60 82h30M36 22h6M36 40h6M36 58h6M36 76h6',
    hue: 'M58 62h16l6-16 10 26 7-14h21M98 82h20',
  },
  '/limsPages/report': {
    ink: 'M30 18v82h70M42 6h60l20 20v64H42ZM102 6v20h20',
    faint: 'M56 24h30M56 34h46M54 78h56',
    hue: 'M60 76V58M74 76V48M88 76V62M102 76V44',
  },
  '/limsPages/consume': {
    ink: 'M56 20l24-14 24 14v28L80 62 56 48ZM80 34m-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0',
    faint: 'M20 98h120M26 98V72M134 98V72',
    hue: 'M34 98V80h18v18M58 98V86h18v12M82 98V74h18v24M106 98v-8h18v8',
  },
  '/limsPages/peopleManagement': {
    ink: 'M30 10h100v86H30ZM64 4h32v12H64ZM44 34h34v34H44ZM61 46m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M50 68c0-8 5-13 11-13s11 5 11 13',
    faint: 'M90 38h28M90 50h28M44 82h40',
    hue: 'm96 78 8 8 16-20M90 62h18',
  },
  '/limsPages/system': {
    ink: 'M22 14h20v78H22ZM46 14h20v78H46ZM70 14h20v78H70ZM98 20l18-5 20 74-18 5Z',
    faint: 'M12 92h136M22 74h20M46 74h20M70 74h20',
    hue: 'M28 26h8v18h-8ZM52 26h8v18h-8ZM76 26h8v18h-8Z',
  },
  '/limsPages/method': {
    ink: sheet,
    faint: 'M52 24h34M52 36h34M52 50h56M52 62h22M52 74h18M52 86h22',
    hue: 'M96 76m-17 0a17 17 0 1 0 34 0a17 17 0 1 0-34 0M86 70l5 12 5-12M100 72a3.5 3.5 0 0 1 7 0c0 4-7 6-7 10h7',
  },
  '/limsPages/peopleAllotment': {
    ink: `${person(30, 24)}${person(80, 24)}${person(130, 24)}`,
    faint: 'M30 54v18h100V54M80 54v18',
    hue: 'M80 72v10M62 82h36v16H62ZM70 90h20',
  },
  '/limsPages/sample': {
    ink: 'M34 34l46-22 46 22v42L80 98 34 76ZM34 34l46 22 46-22M80 56v42',
    faint: 'M57 23l46 22v16',
    hue: 'M90 72v14M95 70v14M99 68v14M105 65v14M109 63v14M116 60v14',
  },
  '/advpPages/logicalDatabase': {
    ink: 'M12 42h36v20H12ZM112 8h36v20h-36ZM112 42h36v20h-36ZM112 76h36v20h-36Z',
    faint: 'M20 52h20M120 18h20M120 52h20M120 86h20',
    hue: 'M48 52h12M60 52l14-12 14 12-14 12ZM88 52h24M74 40V18h38M74 64v22h38',
  },
  '/advpPages/budget': {
    ink: 'M20 8v88h126',
    faint: 'M32 62h24M64 40h24M96 52h24M128 30h16M20 74h126',
    hue: 'M36 96V70h16v26M68 96V52h16v44M100 96V44h16v52M132 96V62h12v34',
  },
  '/advpPages/establish': {
    ink: 'M18 24h84v72H18ZM18 38h84',
    faint: 'M34 24V10h108v74h-40M58 10v14',
    hue: 'M28 50h30M40 64h40M58 78h34M114 40l6 8 12-16',
  },
  '/advpPages/analysis': {
    ink: 'M18 8v88h130',
    faint: 'M18 84C50 80 66 54 92 46s34-12 52-28M44 96v-4M70 96v-4M96 96v-4M122 96v-4',
    hue: 'M18 88c30-2 44-16 58-22s20 6 34-2 20-30 36-34M92 46v18M122 34v16',
  },
  '/lqmPages/review': {
    ink: 'M40 16h80v82H40ZM62 8h36v16H62Z',
    faint: 'M78 42h30M78 60h30M78 78h30M54 74h10v8H54Z',
    hue: 'm52 42 5 5 9-12M52 60l5 5 9-12',
  },
  '/lqmPages/ncr': {
    ink: 'M80 8l52 88H28Z',
    faint: 'M20 96h120',
    hue: 'M80 38v30M80 80v2M138 40a17 17 0 1 1 3-19M142 8v13h-13',
  },
  '/lqmPages/reviewReport': {
    ink: sheet,
    faint: 'M52 26h36M52 38h40M52 50h54M52 62h30',
    hue: 'M102 76m-16 0a16 16 0 1 0 32 0a16 16 0 1 0-32 0M94 76l6 6 11-13M94 90l-4 12 12-5 12 5-4-12',
  },
  '/lqmPages/vehicleInformation': {
    ink: 'M10 94V44l24-18 24 18v50ZM26 94V70h16v24M26 50h16M90 90c0-12 4-16 14-17 6-8 10-11 20-11s14 4 18 11c8 1 10 6 8 17ZM104 90m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M136 90m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0',
    faint: 'M4 96h152',
    hue: 'M58 34h20M78 14h44v34H78ZM88 26h24M88 36h14M100 48v14',
  },
  '/evmsPages/vehicleInformation': {
    ink: car,
    faint: 'M4 84h152',
    hue: 'M66 52V16H30M30 10v12M120 54V22h26M146 16v12M66 52h.1M120 54h.1',
  },
  '/evmsPages/register': {
    ink: car,
    faint: 'M4 84h152',
    hue: 'M104 4h36v38h-36ZM112 14h20M112 22h20M122 28v10M117 33h10',
  },
  '/evmsPages/licence': {
    ink: 'M14 26h132v50H14ZM24 36h.1M136 36h.1M24 66h.1M136 66h.1',
    faint: 'M20 32h120v38H20Z',
    hue: 'M38 42v18M50 42h12v8H50v10h12M74 51h.1M86 42v18h10V42ZM108 60l7-18 7 18M111 54h8M14 90h132M14 86v8M110 86v8',
  },
  '/evmsPages/borrow': {
    ink: 'M26 38a22 22 0 1 0 44 0a22 22 0 1 0-44 0M48 38m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M66 50l56 32 4-8-8-4 3-6-8-5 3-6-34-20',
    faint: 'M20 98h120',
    hue: 'M96 14h44M132 6l8 8-8 8M64 90H20M28 82l-8 8 8 8',
  },
  '/evmsPages/energy': {
    ink: 'M14 22h88v62H14ZM14 38h88',
    faint: 'M24 56h30M24 68h20',
    hue: 'm84 46-16 18h15l-7 14M116 32h22v16q0 9-11 9t-11-9ZM122 32V20M132 32V20M127 57v17h-25',
  },
  '/evmsPages/runway': {
    ink: 'M44 14h72a38 38 0 0 1 0 76H44a38 38 0 0 1 0-76ZM48 38h64a14 14 0 0 1 0 28H48a14 14 0 0 1 0-28Z',
    faint: 'M44 26h72a26 26 0 0 1 0 52H44a26 26 0 0 1 0-52Z',
    hue: 'M80 14v24M86 14v24M92 78H60M68 72l-8 6 8 6',
  },
  '/evmsPages/vrp': {
    ink: 'M12 40h78v40H12ZM90 54h30l18 14v12H90M32 80m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0M112 80m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
    faint: 'M4 90h152M98 60h18l10 8H98Z',
    hue: 'M20 20h112M20 14v12M126 14l8 6-8 6M72 16v8M51 60m-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0',
  },
  '/evmsPages/scrap': {ink: '', faint: `${car}M4 84h152`, hue: 'M60 22l40 40M100 22L60 62M122 96h28M142 90l8 6-8 6'},
  '/evmsPages/engineering': {
    ink: 'M12 96h34V74h34V52h34V30h34v66Z',
    faint: 'M46 96V74M80 96V52M114 96V30',
    hue: 'M16 70h24V52M50 48h24V30M84 26h24V10M131 24V8l14 5-14 5',
  },
  '/evmsPages/access': {
    ink: 'M20 96V36h18v60M8 96h144M38 52h106v8H38M144 60v36',
    faint: 'M58 52l-6 8M78 52l-6 8M98 52l-6 8M118 52l-6 8M138 52l-6 8',
    hue: 'M29 24m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0M62 22h70M62 16v12M132 16v12M74 22h40',
  },
  '/evmsPages/plc': {
    ink: 'M26 6h108v92H26ZM26 36h108M26 66h108M62 6v92M98 6v92',
    faint: 'M12 98h136M80 6V0',
    hue: 'M33 30v-6q2-6 11-6t11 6v6ZM105 60v-6q2-6 11-6t11 6v6ZM69 92v-6q2-6 11-6t11 6v6ZM38 30v2M50 30v2M110 60v2M122 60v2M74 92v2M86 92v2',
  },
  '/evmsPages/report': {
    ink: 'M16 10v86h132',
    faint: 'M16 74h132M16 52h132M16 30h132',
    hue: 'M30 96V66h12v30M54 96V44h12v52M78 96V56h12v40M102 96V34h12v62M126 96V22h12v74',
  },
  '/evmsPages/monitor': {
    ink: 'M14 8h132v72H14ZM66 80v12M94 80v12M50 92h60',
    faint: 'M24 22h8M42 22h58M24 64h8M42 64h46M14 32h132M14 56h132M128 20l4 4 7-9M128 62l4 4 7-9',
    hue: 'M20 36h120v16H20ZM26 44h6M42 44h64M132 39v6M132 48v1',
  },
  '/java': {
    ink: 'M60 38h40v28H60ZM12 8h32v22H12ZM116 8h32v22h-32ZM12 74h32v22H12ZM116 74h32v22h-32Z',
    faint: 'M68 48h24M68 56h14M20 19h16M124 19h16M20 85h16M124 85h16',
    hue: 'M44 22l16 18M116 22l-16 18M44 82l16-18M116 82l-16-18',
  },
  '/net': {
    ink: 'M12 14h62v46H12ZM43 60v12M26 72h34M96 34h52v62H96Z',
    faint: 'M104 84h36M104 42h36v24h-36Z',
    hue: 'M74 38h22M20 40h8l6-14 8 22 6-12h18M108 60l8-10 8 6 12-10',
  },
  '/odoo': {
    ink: 'M14 54h44v42H14ZM58 54h44v42H58ZM36 12h44v42H36Z',
    faint: 'M22 86h28M66 86h28M44 44h28M102 96h46',
    hue: 'M104 14h44v40h-44ZM112 44h28M96 34h-8M92 30l-4 4 4 4',
  },
  '/web': {
    ink: 'M12 8h136v88H12ZM12 24h136M44 24v72',
    faint: 'M20 16h.1M28 16h.1M36 16h.1M20 38h16M20 50h16M20 62h16',
    hue: 'M54 34h38v24H54ZM100 34h38v24h-38ZM54 66h38v22H54ZM100 66h38v22h-38Z',
  },
  '/ui': {
    ink: 'M20 4h52v96H20ZM40 92h12M88 22h56v62H88ZM88 36h56',
    faint: 'M28 16h36M28 26h24M28 38h36v18H28ZM98 46h36M98 56h24M98 66h36',
    hue: 'M28 66h36v18H28ZM36 75h12M56 78l30 10-12 5-5 12Z',
  },
  '/test': {
    ink: 'M12 24h92v72H12ZM12 40h92',
    faint: 'M44 54h50M44 68h50M44 82h50',
    hue: 'm22 54 4 4 8-10M22 68l4 4 8-10M22 82l4 4 8-10M120 96V8M112 16l8-8 8 8M112 40h16M112 64h16',
  },
  '/maixun': {
    ink: 'M10 68h140v12H10ZM18 84h124v12H18Z',
    faint: 'M80 68v28M45 68v12M115 68v12',
    hue: 'M14 30h26v34H14ZM50 18h26v46H50ZM86 24h26v40H86ZM122 36h26v28h-26Z',
  },
}
