import { areaConfig } from "../../../tailwind.config.ts";

export default areaConfig("app/domains/rules");
